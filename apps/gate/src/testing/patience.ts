/** How long a test waits for what the gate does within two seconds, in milliseconds: browsers may keep both cores busy. */
export const patience = 20_000
