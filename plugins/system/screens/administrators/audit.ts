import type { AuditEntry, PluginContext, Session, Stored } from '@waypost/sdk';
import type { administrator } from './resource.ts';

/**
 * Records an entry once the transaction in progress has committed, so that the log never tells of a change that was
 * refused. A transaction that runs again replaces the entry of its earlier try.
 */
export function auditAfterCommit(context: PluginContext): (session: Session, entry: AuditEntry) => void {
  const entries = new WeakMap<Session, AuditEntry>();
  return (session, entry) => {
    const isFirst = !entries.has(session);
    entries.set(session, entry);
    if (!isFirst) return;
    session.once('ended', () => {
      const last = entries.get(session);
      if (!last || !isCommitted(session)) return;
      context
        .audit(last)
        .catch((error: unknown) =>
          context.log.error({ error, type: last.type }, 'audit entry was not written'),
        );
    });
  };
}

/** What the log keeps of an administrator: who it is and what they may do. */
export function auditedFields(
  row: Stored<typeof administrator> | undefined,
): Record<string, unknown> | undefined {
  if (!row) return undefined;
  const { account, name, phone, role, disabled } = row;
  return { account, name, phone, role, disabled };
}

/** The driver says how a transaction ended in a property that its types leave out. */
function isCommitted(session: Session): boolean {
  return (session as unknown as { transaction: { isCommitted: boolean } }).transaction.isCommitted;
}
