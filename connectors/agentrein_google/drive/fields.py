"""The `fields` masks of our own reads: by default Drive shows little more than an id.

https://developers.google.com/workspace/drive/api/guides/fields-parameter
"""

from __future__ import annotations

FILE = (
    "id,name,mimeType,description,starred,trashed,explicitlyTrashed,parents,properties,appProperties,folderColorRgb,"
    "copyRequiresWriterPermission,writersCanShare,inheritedPermissionsDisabled,contentRestrictions,"
    "downloadRestrictions,viewedByMeTime,createdTime,version,headRevisionId,md5Checksum,originalFilename,size,driveId,"
    "ownedByMe,owners(emailAddress,me),lastModifyingUser(emailAddress,displayName,me),shortcutDetails"
)
FILES = f"nextPageToken,files({FILE})"
PERMISSION = (
    "id,type,role,emailAddress,domain,expirationTime,allowFileDiscovery,pendingOwner,view,deleted,displayName,"
    "permissionDetails"
)
PERMISSIONS = f"nextPageToken,permissions({PERMISSION})"
REPLY = "id,content,action,author(displayName,me),createdTime,deleted"
COMMENT = f"id,content,anchor,quotedFileContent,author(displayName,me),createdTime,deleted,resolved,replies({REPLY})"
COMMENTS = f"nextPageToken,comments({COMMENT})"
REVISION = "id,mimeType,keepForever,published,publishAuto,publishedOutsideDomain,md5Checksum,size"
DRIVE = "id,name,colorRgb,hidden,restrictions,createdTime,capabilities"
DRIVES = f"nextPageToken,drives({DRIVE})"
APPROVAL = "approvalId,targetFileId,createTime,status,initiator(emailAddress,me),reviewerResponses"
APPROVALS = f"nextPageToken,items({APPROVAL})"
LABELS = "nextPageToken,labels(id,fields)"
