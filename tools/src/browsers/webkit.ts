import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

export const webkitPackages = [
  'webkit2gtk-driver',
  'xvfb',
  'python3-gi',
  'gir1.2-webkit2-4.1',
  'gir1.2-gtk-3.0',
] as const

const library = "import gi; gi.require_version('WebKit2', '4.1'); gi.require_version('Gtk', '3.0')"

/** Whether WebKitGTK, its driver and a virtual screen are on this machine. */
export function hasWebKit(): boolean {
  return (
    ['/usr/bin/WebKitWebDriver', '/usr/bin/Xvfb'].every((path) => existsSync(path)) &&
    spawnSync('/usr/bin/python3', ['-c', library], { stdio: 'ignore' }).status === 0
  )
}
