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

variable "second_factor" {
  description = "DISABLED, ENABLED (users may add one) or MANDATORY."
  type        = string
  default     = "DISABLED"
  validation {
    condition     = contains(["DISABLED", "ENABLED", "MANDATORY"], var.second_factor)
    error_message = "It must be DISABLED, ENABLED or MANDATORY."
  }
}

variable "tenants" {
  description = "Display names of the tenants, by a key of your choice. Empty: all accounts are in the project itself."
  type        = map(string)
  default     = {}
}
