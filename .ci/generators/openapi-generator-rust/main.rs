//! Uses the client that openapi-generator has made of the document.

use std::collections::HashSet;
use std::env::var;
use std::error::Error;

use workplan::apis::{self, assignments_api, clients_api, projects_api, users_api};
use workplan::models::{AssignmentBatchInput, AssignmentInput, ClientInput, ClientPatch, ErrorBody};

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let api = apis::configuration::Configuration {
        base_path: var("WORKPLAN_HTTP")?,
        bearer_access_token: Some(var("WORKPLAN_KEY")?),
        ..Default::default()
    };

    let mut users = Vec::new();
    let mut cursor: Option<String> = None;
    while users.len() < 10 {
        let page = users_api::list_users(
            &api, Some(5), None, None, None, cursor.as_deref(), None, None, None, None, None, None, None, None, None,
            None, None, None, None,
        )
        .await?
        .data;
        users.extend(page.items.iter().map(|user| user.id));
        cursor = page.next_cursor;
    }
    assert_eq!(users.iter().collect::<HashSet<_>>().len(), 10);

    let mut new = ClientInput::new("rust".into());
    new.website = Some(Some("https://example.com".into()));
    let created = clients_api::create_client(&api, new, None, None).await?.data;
    assert_eq!(created.website.as_deref(), Some("https://example.com"));
    let mut patch = ClientPatch::new();
    patch.website = Some(None);
    let cleared = clients_api::update_client(&api, &created.id.to_string(), patch, None, None, None).await?.data;
    assert_eq!((cleared.website, cleared.company_name.as_str()), (None, "rust"));

    let projects = projects_api::list_projects(
        &api, Some(1), None, None, None, None, None, None, None, None, None, None, None, None, None, None, None, None,
    )
    .await?;
    let project = &projects.data.items[0];
    let hours = AssignmentInput::new(users[0], project.id, project.end_date.clone(), 2.5);
    let batch = AssignmentBatchInput::new(vec![hours]);
    let planned = assignments_api::upsert_assignments(&api, batch, None, None, None, None).await?.data;
    assert_eq!(planned[0].hours, 2.5);

    match clients_api::create_client(&api, ClientInput::new("x".into()), None, None).await {
        Err(apis::Error::ResponseError(refused)) => {
            let body: ErrorBody = serde_json::from_str(&refused.content)?;
            assert_eq!((refused.status.as_u16(), body.error.code.as_str()), (400, "validation_failed"));
        }
        other => panic!("{other:?}"),
    }
    Ok(())
}
