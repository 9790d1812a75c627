//! Workspaces and their keys, as operators look at them.

use std::sync::Arc;

use domain::ids::WorkspaceNo;
use ports_store::{AccessStore, ApiKey, Workspace};

use crate::AppError;

/// The workspaces of a deployment.
pub struct Workspaces {
    /// Where they are kept.
    pub access: Arc<dyn AccessStore>,
}

impl Workspaces {
    /// Workspaces in order of their numbers, at most `limit`, those after `after` if it is given.
    pub async fn list(
        &self,
        after: Option<WorkspaceNo>,
        limit: u32,
    ) -> Result<Vec<Workspace>, AppError> {
        Ok(self.access.list_workspaces(after, limit).await?)
    }

    /// The workspace with a number.
    pub async fn find(&self, no: WorkspaceNo) -> Result<Workspace, AppError> {
        let before = no.0.checked_sub(1).map(WorkspaceNo);
        let mut next = self.access.list_workspaces(before, 1).await?;
        let found = next.pop().filter(|workspace| workspace.no == no);
        found.ok_or(AppError::not_found("no workspace has this number"))
    }

    /// The keys of a workspace, the oldest first; the keys themselves are kept nowhere.
    pub async fn keys(&self, workspace: &Workspace) -> Result<Vec<ApiKey>, AppError> {
        Ok(self.access.list_keys(Some(&workspace.name)).await?)
    }
}
