"""Write to the database, then call an API. The process may die in between: start it again, and it goes on there.

Changed by: DIES=1, with which it is killed between the two.
"""

import os
import signal

from customers import open_account, save_customer

import agentrein as rein

with rein.run("onboard", key="onboard-42", resume=True) as run:
    number = save_customer("Ada Lovelace")
    print("customer", number)
    if os.environ.get("DIES"):
        os.kill(os.getpid(), signal.SIGKILL)
    print("account ", open_account(number))

print(run)
