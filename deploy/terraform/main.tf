# The settings of the Identity Platform project that docs/deploy.md lists. The OAuth clients of the providers are made in
# their consoles, with the redirect URL of the output `redirect_url`.

locals {
  apis = ["apikeys", "iamcredentials", "identitytoolkit"]
  # The keys are no secrets, and a sensitive value cannot be a key of for_each.
  providers = merge(
    nonsensitive(var.google_client != null) ? { "google.com" = var.google_client } : {},
    nonsensitive(var.microsoft_client != null) ? { "microsoft.com" = var.microsoft_client } : {},
  )
  provider_ids = toset(concat(
    nonsensitive(var.google_client != null) ? ["google.com"] : [],
    nonsensitive(var.microsoft_client != null) ? ["microsoft.com"] : [],
  ))
  second_factors = var.second_factor == "DISABLED" ? [] : var.second_factor_kinds
  tenant_providers = {
    for pair in setproduct(keys(var.tenants), local.provider_ids) :
    "${pair[0]}/${pair[1]}" => { tenant = pair[0], provider = pair[1] }
  }
}

resource "google_project_service" "apis" {
  for_each           = toset(local.apis)
  project            = var.project_id
  service            = "${each.key}.googleapis.com"
  disable_on_destroy = false
}

resource "google_identity_platform_config" "project" {
  project                    = var.project_id
  autodelete_anonymous_users = true
  authorized_domains = concat(
    [var.login_host, "${var.project_id}.firebaseapp.com"],
    sort(var.application_hosts),
  )

  sign_in {
    allow_duplicate_emails = false
    anonymous {
      enabled = false
    }
    email {
      enabled           = var.password || var.email_link
      password_required = !var.email_link
    }
    phone_number {
      enabled = length(var.phone_regions) > 0
    }
  }

  sms_region_config {
    allowlist_only {
      allowed_regions = var.phone_regions
    }
  }

  mfa {
    state             = var.second_factor
    enabled_providers = [for kind in local.second_factors : kind if kind == "PHONE_SMS"]

    dynamic "provider_configs" {
      for_each = [for kind in local.second_factors : kind if kind == "TOTP"]
      content {
        state = var.second_factor
        totp_provider_config {
          # One code before and one after the current one, for clocks that differ by half a minute.
          adjacent_intervals = 1
        }
      }
    }
  }

  multi_tenant {
    allow_tenants = length(var.tenants) > 0
  }

  client {
    permissions {
      disabled_user_deletion = true
      disabled_user_signup   = !var.sign_up
    }
  }

  depends_on = [google_project_service.apis]
}

resource "google_identity_platform_default_supported_idp_config" "project" {
  for_each      = local.provider_ids
  project       = var.project_id
  idp_id        = each.key
  enabled       = true
  client_id     = local.providers[each.key].id
  client_secret = local.providers[each.key].secret
  depends_on    = [google_identity_platform_config.project]
}

resource "google_identity_platform_tenant" "tenants" {
  for_each                 = var.tenants
  project                  = var.project_id
  display_name             = each.value
  allow_password_signup    = var.password
  enable_email_link_signin = var.email_link
  client {
    permissions {
      disabled_user_deletion = true
      disabled_user_signup   = !var.sign_up
    }
  }
  depends_on = [google_identity_platform_config.project]
}

resource "google_identity_platform_tenant_default_supported_idp_config" "tenants" {
  for_each      = local.tenant_providers
  project       = var.project_id
  tenant        = google_identity_platform_tenant.tenants[each.value.tenant].name
  idp_id        = each.value.provider
  enabled       = true
  client_id     = local.providers[each.value.provider].id
  client_secret = local.providers[each.value.provider].secret
}

# The page, the server and the gate send it. It is public.
resource "google_apikeys_key" "browser" {
  project      = var.project_id
  name         = "foyer-browser"
  display_name = "Foyer sign-in page"
  restrictions {
    api_targets {
      service = "identitytoolkit.googleapis.com"
    }
    api_targets {
      service = "securetoken.googleapis.com"
    }
  }
  depends_on = [google_project_service.apis]
}

resource "google_service_account" "server" {
  project      = var.project_id
  account_id   = "foyer-server"
  display_name = "Foyer server"
}

resource "google_project_iam_member" "server" {
  project = var.project_id
  role    = "roles/firebaseauth.admin"
  member  = google_service_account.server.member
}

# Without a key file, the server signs custom tokens by this role on itself.
resource "google_service_account_iam_member" "server" {
  service_account_id = google_service_account.server.name
  role               = "roles/iam.serviceAccountTokenCreator"
  member             = google_service_account.server.member
}
