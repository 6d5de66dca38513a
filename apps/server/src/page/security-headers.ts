/** The headers of all our own responses. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...helperPageHeaders(publicUrl),
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    // With `same-origin` the page could not see when the provider's popup closes (RD-04).
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  }
}

/**
 * The identity service's helper pages communicate with their opener and their parent frame, so they get only
 * headers that do not block this.
 */
export function helperPageHeaders(publicUrl: string): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    ...(publicUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
  }
}

const unusedFeatures = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'usb',
]
