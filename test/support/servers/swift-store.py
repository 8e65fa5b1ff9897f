"""OpenStack Swift with its s3api in one process on loopback, for tests: `python3 swift-store.py <folder> <port>`.

The port and the three after it are taken. The key is damson:damson, its secret is "secret", and the region us-east-1. Ends with its
standard input.
"""

import os
import sys

import eventlet

eventlet.monkey_patch(os=False)

from eventlet import wsgi  # noqa: E402
from swift.common import storage_policy, utils  # noqa: E402
from swift.common.ring import RingBuilder  # noqa: E402
from swift.common.wsgi import SwiftHttpProtocol, loadapp  # noqa: E402

folder, port = sys.argv[1], int(sys.argv[2])
services = {"account": port + 1, "container": port + 2, "object": port + 3}
devices = os.path.join(folder, "devices")
os.makedirs(os.path.join(devices, "one"), exist_ok=True)

PROXY = """
[pipeline:main]
pipeline = catch_errors gatekeeper listing_formats s3api tempauth bulk copy slo proxy-server
[filter:catch_errors]
use = egg:swift#catch_errors
[filter:gatekeeper]
use = egg:swift#gatekeeper
[filter:listing_formats]
use = egg:swift#listing_formats
[filter:s3api]
use = egg:swift#s3api
location = us-east-1
[filter:tempauth]
use = egg:swift#tempauth
user_damson_damson = secret .admin
[filter:bulk]
use = egg:swift#bulk
[filter:copy]
use = egg:swift#copy
[filter:slo]
use = egg:swift#slo
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
"""


def write(name, text):
    with open(os.path.join(folder, name), "w", encoding="utf8") as file:
        file.write(text)


class Cache:
    """What Swift keeps in memcached."""

    def __init__(self):
        self.kept = {}

    def get(self, key, **_):
        return self.kept.get(key)

    def set(self, key, value, **_):
        self.kept[key] = value

    def delete(self, key, **_):
        self.kept.pop(key, None)


def with_cache(app, cache):
    def call(env, start_response):
        env["swift.cache"] = cache
        return app(env, start_response)

    return call


def serve(name, at, cache):
    app = loadapp(os.path.join(folder, name + ".conf"), global_conf={"log_name": name, "swift_dir": folder})
    if name == "proxy":
        app = with_cache(app, cache)
    listener = eventlet.listen(("127.0.0.1", at))
    return eventlet.spawn(wsgi.server, listener, app, protocol=SwiftHttpProtocol, log_output=False)


write(
    "swift.conf",
    "[swift-hash]\nswift_hash_path_prefix = a\nswift_hash_path_suffix = b\n"
    "[storage-policy:0]\nname = one\ndefault = yes\n",
)
utils.set_swift_dir(folder)
utils.HASH_PATH_PREFIX, utils.HASH_PATH_SUFFIX = b"a", b"b"
storage_policy.reload_storage_policies()
common = "[DEFAULT]\nswift_dir = {}\ndevices = {}\nmount_check = false\n".format(folder, devices)
for name, at in services.items():
    ring = RingBuilder(4, 1, 1)
    place = {"ip": "127.0.0.1", "port": at, "replication_ip": "127.0.0.1", "replication_port": at}
    ring.add_dev({"id": 0, "region": 1, "zone": 1, "weight": 1, "device": "one", "meta": "", **place})
    ring.rebalance()
    ring.get_ring().save(os.path.join(folder, name + ".ring.gz"))
    write(name + ".conf", common + "[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#" + name + "\n")
write("proxy.conf", common + PROXY)
shared = Cache()
for name, at in [*services.items(), ("proxy", port)]:
    serve(name, at, shared)
print("listening", flush=True)
eventlet.tpool.execute(sys.stdin.read)
