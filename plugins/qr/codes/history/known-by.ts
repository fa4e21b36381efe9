import type { StoredCode } from '../link.ts';

/** What an entry of the audit log has of a code besides what changed: whose it was, and what people knew it by. */
export function knownBy(code: StoredCode): { owner: string; name: string; short_code: string } {
  return { owner: String(code.owner), name: code.name, short_code: code.short_code };
}
