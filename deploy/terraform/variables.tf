variable "project_id" {
  description = "The project of the identity service. It must have a billing account."
  type        = string
}

variable "login_host" {
  description = "Host of the sign-in page, such as login.example.com."
  type        = string
}

variable "application_hosts" {
  description = "Hosts of the applications behind the gate, such as app.example.com."
  type        = set(string)
}

variable "google_client" {
  description = "The OAuth client for Google sign-in. Null: it is off."
  type        = object({ id = string, secret = string })
  default     = null
  sensitive   = true
}

variable "microsoft_client" {
  description = "The OAuth client for Microsoft sign-in. Null: it is off."
  type        = object({ id = string, secret = string })
  default     = null
  sensitive   = true
}

variable "phone_regions" {
  description = "Countries to which text messages are sent, such as TR. Empty: sign-in by phone is off."
  type        = list(string)
  default     = []
}

variable "password" {
  description = "Whether users sign in with a password. Set sign_up to false, or anyone creates an account by the API key."
  type        = bool
  default     = false
}

variable "email_link" {
  description = "Whether users sign in with a link in an email."
  type        = bool
  default     = false
}

variable "sign_up" {
  description = "Whether the first sign-in of a user creates an account. False: an operator creates every account."
  type        = bool
  default     = true
}

variable "second_factor" {
  description = "DISABLED, ENABLED (users may add one) or MANDATORY."
  type        = string
  default     = "DISABLED"
  validation {
    condition     = contains(["DISABLED", "ENABLED", "MANDATORY"], var.second_factor)
    error_message = "It must be DISABLED, ENABLED or MANDATORY."
  }
}

variable "second_factor_kinds" {
  description = "The kinds that users may add: TOTP (an authenticator app), PHONE_SMS (text messages)."
  type        = set(string)
  default     = ["TOTP", "PHONE_SMS"]
  validation {
    condition     = length(setsubtract(var.second_factor_kinds, ["TOTP", "PHONE_SMS"])) == 0
    error_message = "Each must be TOTP or PHONE_SMS."
  }
}

variable "tenants" {
  description = "Display names of the tenants, by a key of your choice. Empty: all accounts are in the project itself."
  type        = map(string)
  default     = {}
}
