// The texts of stored operations, which every service trusts (`TRUSTED_DOCUMENTS`).

export const ACCOUNT_PAGE = `query AccountPage {
  viewer {
    fullName
    username
    email
    notificationSettings {
      feedback
      muted
    }
    grants(first: 50) {
      nodes {
        id
        createdAt
        lastUsedAt
        scopes
        application {
          name
        }
      }
    }
  }
}`;

export const REVOKE_GRANT = `mutation RevokeGrant($input: RevokeGrantInput!) {
  revokeGrant(input: $input) {
    deletedNodeId
  }
}`;

export const UPDATE_NOTIFICATION_SETTINGS = `mutation UpdateNotificationSettings($input: UpdateNotificationSettingsInput!) {
  updateNotificationSettings(input: $input) {
    viewer {
      notificationSettings {
        feedback
        muted
      }
    }
  }
}`;

export const EXPORT_ACCOUNT = `mutation ExportAccount {
  exportAccount {
    url
    expiresAt
  }
}`;

export const DELETE_ACCOUNT = `mutation DeleteAccount($input: DeleteAccountInput!) {
  deleteAccount(input: $input) {
    deletionAt
  }
}`;
