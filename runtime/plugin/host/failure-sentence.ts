import type { PluginFailure } from '@waypost/sdk/platform';

/** Why a plugin failed, in English, as logs and terminals say it; screens and messages have words of their own. */
export function failureSentence({ kind, reason }: Pick<PluginFailure, 'kind' | 'reason'>): string {
  return kind === 'process' ? `its process ended again and again, the last time: ${reason}` : reason;
}
