vcl 4.1;

# Varnish 7.1 or newer, with the module xkey (Debian: varnish, varnish-modules). A cache that Lectern purges: responses carry their keys in `xkey` (CDN_KEY_HEADER), and after each commit one of the
# services posts the changed keys to CDN_PURGE_URL.

import xkey;

backend default {
  .host = "haproxy";
  .port = "8080";
  .connect_timeout = 2s;
  .first_byte_timeout = 60s;
}

# The networks of the containers. Restrict them to the addresses of the services.
acl services {
  "127.0.0.1";
  "::1";
  "10.0.0.0"/8;
  "172.16.0.0"/12;
  "192.168.0.0"/16;
}

sub vcl_recv {
  if (req.url == "/.purge") {
    # Behind another proxy, a client has that proxy's address: only direct requests may purge.
    if (req.method != "POST" || client.ip !~ services || req.http.X-Forwarded-For ~ ",") {
      return (synth(404));
    }
    if (xkey.purge(req.http.xkey) == -1) {
      return (synth(400));
    }
    return (synth(204));
  }
  # Subscriptions: each client has a stream of its own, and messages are passed on as they arrive.
  if (req.http.Accept ~ "text/event-stream") {
    return (pass);
  }
  # Per-viewer responses, such as personal calendars, and writes are not cached.
  if (req.http.Authorization || req.url ~ "^/(feeds/mine|user/export|unsubscribe)/" || (req.method != "GET" && req.method != "HEAD")) {
    return (pass);
  }
}

sub vcl_backend_response {
  # Never serves a response beyond its lifetime.
  set beresp.grace = 0s;
}

sub vcl_deliver {
  unset resp.http.xkey;
}
