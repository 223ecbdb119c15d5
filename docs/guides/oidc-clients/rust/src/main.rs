//! Signs a person in with the openidconnect crate.
//!
//!     cargo run -- https://sso.example 00000006010000000000000000000001 http://127.0.0.1:53117/callback

use std::{collections::HashMap, env, error::Error, io};

use openidconnect::core::{
    CoreAuthenticationFlow, CoreClient, CoreProviderMetadata, CoreUserInfoClaims,
};
use openidconnect::reqwest::{blocking::ClientBuilder, redirect::Policy};
use openidconnect::url::Url;
use openidconnect::{
    AuthorizationCode, ClientId, CsrfToken, IssuerUrl, Nonce, OAuth2TokenResponse,
    PkceCodeChallenge, RedirectUrl, TokenResponse,
};

fn main() -> Result<(), Box<dyn Error>> {
    let [issuer, client_id, redirect_uri] = env::args()
        .skip(1)
        .collect::<Vec<_>>()
        .try_into()
        .map_err(|_| "three arguments")?;
    // A redirect of the provider must not be followed.
    let http = ClientBuilder::new().redirect(Policy::none()).build()?;
    let metadata = CoreProviderMetadata::discover(&IssuerUrl::new(issuer)?, &http)?;
    let client = CoreClient::from_provider_metadata(metadata, ClientId::new(client_id), None)
        .set_redirect_uri(RedirectUrl::new(redirect_uri)?);

    let (challenge, verifier) = PkceCodeChallenge::new_random_sha256();
    let (url, state, nonce) = client
        .authorize_url(
            CoreAuthenticationFlow::AuthorizationCode,
            CsrfToken::new_random,
            Nonce::new_random,
        )
        .set_pkce_challenge(challenge)
        .url();
    println!("{}", serde_json::json!({ "authorizationUrl": url }));

    // The address to which the browser returned.
    let mut callback = String::new();
    io::stdin().read_line(&mut callback)?;
    let callback = Url::parse(callback.trim())?;
    let returned: HashMap<_, _> = callback.query_pairs().collect();
    if returned.get("state").map(|value| value.as_ref()) != Some(state.secret().as_str()) {
        return Err("the response has another state".into());
    }
    let code = returned.get("code").ok_or("the response has no code")?;

    let tokens = client
        .exchange_code(AuthorizationCode::new(code.to_string()))?
        .set_pkce_verifier(verifier)
        .request(&http)?;
    let claims = tokens
        .id_token()
        .ok_or("the response has no id_token")?
        .claims(&client.id_token_verifier(), &nonce)?;
    let userinfo: CoreUserInfoClaims = client
        .user_info(
            tokens.access_token().to_owned(),
            Some(claims.subject().to_owned()),
        )?
        .request(&http)?;
    println!(
        "{}",
        serde_json::json!({ "sub": claims.subject(), "userinfo": userinfo.subject() })
    );
    Ok(())
}
