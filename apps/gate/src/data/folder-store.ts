import type { GateStore } from './gate-store.ts'
import type { SpentTokens } from './spent-tokens.ts'

/**
 * The store of a single gate, in the file of its folder. States, tokens and sessions have different prefixes or forms,
 * so they share the file.
 */
export function createFolderStore(spent: SpentTokens): GateStore {
  return {
    spend: async (id, expiresAt) => spent.spend(id, expiresAt),
    isSpent: async (id) => spent.has(id),
    hasEnded: (sessionId) => spent.has(sessionId),
    async endSession(sessionId, expiresAt) {
      spent.spend(sessionId, expiresAt)
    },
    // No other instance has this folder.
    onEnded: () => {},
    isAvailable: () => true,
    close: async () => spent.close(),
  }
}
