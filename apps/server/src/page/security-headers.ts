/** Sent with every answer of our own. */
export function securityHeaders(publicUrl: string): Record<string, string> {
  return {
    ...helperPageHeaders(publicUrl),
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    // With `same-origin` the page would lose sight of the provider's popup (RD-04).
    'cross-origin-opener-policy': 'same-origin-allow-popups',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
  }
}

/** The identity service's own pages talk to their opener and their frame: only what cannot hurt that. */
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
