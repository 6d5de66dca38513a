output "api_key" {
  description = "FOYER_API_KEY and GATE_API_KEY. It is public."
  value       = google_apikeys_key.browser.key_string
  sensitive   = true
}

output "tenant_ids" {
  description = "The tenants of the config file and of GATE_TENANTS, by your keys."
  value       = { for key, tenant in google_identity_platform_tenant.tenants : key => tenant.name }
}

output "redirect_url" {
  description = "The redirect URL of each provider's OAuth client."
  value       = "https://${var.login_host}/__/auth/handler"
}

output "server_account" {
  description = "The service account of the server."
  value       = google_service_account.server.email
}
