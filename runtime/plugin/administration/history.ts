import type {
  PluginHistoryEntry,
  PluginHistoryKind,
  PluginHistoryQuery,
  PluginHistoryVerdict,
} from '@waypost/sdk/platform';
import type { AuditDocument } from '../../services/index.ts';
import type { AdministrationOptions } from './facts.ts';

/** Reads and verifies the two chained logs: what was done to plugins, and what plugins changed. */
export function createHistory(options: AdministrationOptions) {
  const logOf = (kind: PluginHistoryKind) => (kind === 'life' ? options.history : options.changes);
  return {
    async read({ kind, id, page, page_size }: PluginHistoryQuery) {
      const { entries, count } = await logOf(kind).page({ plugin: id, page, pageSize: page_size });
      return { content: entries.map(describe), count };
    },
    async verify(): Promise<PluginHistoryVerdict[]> {
      const verdicts: PluginHistoryVerdict[] = [];
      for (const kind of ['life', 'changes'] as const) {
        const verdict = await logOf(kind).verify();
        verdicts.push(
          verdict.isIntact
            ? { kind, is_intact: true, entries: verdict.entries, broken_at: null }
            : { kind, is_intact: false, entries: 0, broken_at: verdict.seq },
        );
      }
      return verdicts;
    },
  };
}

function describe(entry: AuditDocument): PluginHistoryEntry {
  return {
    seq: entry.seq,
    time: entry.time.toISOString(),
    type: entry.type,
    plugin: entry.plugin,
    account: entry.actor?.account ?? null,
    ip: entry.ip,
    target: entry.target,
    before: entry.before,
    after: entry.after,
  };
}
