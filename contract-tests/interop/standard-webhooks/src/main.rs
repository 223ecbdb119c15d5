//! Verifies webhooks with the crate `standardwebhooks`. Reads {secret, requests: [{headers, body}]}, writes the verdicts.

use http::{HeaderMap, HeaderName, HeaderValue};
use serde_json::{json, Value};
use standardwebhooks::Webhook;

fn main() {
    let input: Value = serde_json::from_reader(std::io::stdin()).expect("JSON on standard input");
    let webhook = Webhook::new(input["secret"].as_str().expect("secret")).expect("a whsec_ secret");
    let verdicts: Vec<Value> = input["requests"]
        .as_array()
        .expect("requests")
        .iter()
        .map(|request| {
            let mut headers = HeaderMap::new();
            for (name, value) in request["headers"].as_object().expect("headers") {
                headers.insert(
                    HeaderName::from_bytes(name.as_bytes()).expect("header name"),
                    HeaderValue::from_str(value.as_str().expect("text")).expect("header value"),
                );
            }
            let body = request["body"].as_str().expect("body").as_bytes();
            json!({ "standardwebhooks": webhook.verify(body, &headers).is_ok() })
        })
        .collect();
    println!("{}", Value::from(verdicts));
}
