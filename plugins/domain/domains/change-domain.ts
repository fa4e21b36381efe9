import { type PluginContext, requireRow, type Session, type SignedRequest } from '@waypost/sdk';
import { followHolder } from '../forwards/publish-forwards.ts';
import { rememberFormer } from '../moving/release-codes.ts';
import { rememberLoan } from '../platform/loan-notices.ts';
import { domainResource } from '../screens/domain_list/resource.ts';
import type { ReadSettings } from '../settings.ts';
import { afterChange } from './changed.ts';
import { inFamily } from './families.ts';
import type { DomainChange, StoredDomain } from './stored.ts';

/** What somebody does to a name. */
export interface DomainVerb {
  /** `domain.domain.<verb>` in the audit log. */
  verb: string;
  /** What is written; throws what stands against it. */
  change(row: StoredDomain, session: Session): DomainChange | Promise<DomainChange>;
}

/** Changes a name that somebody asked for, in a transaction of its family, and lets follow what follows from it. */
export async function changeDomain(
  context: PluginContext,
  row: StoredDomain,
  { verb, change }: DomainVerb,
  { request, readSettings }: { request: SignedRequest; readSettings: ReadSettings },
): Promise<StoredDomain> {
  const model = context.model(domainResource);
  const id = String(row._id);
  const { before, after } = await inFamily(context, row.registrable, async (session) => {
    const before = await requireRow(model.findById(id).session(session).lean());
    const written = await change(before, session);
    const set = { ...written, update_time: context.clock.date() };
    await model.updateOne(
      { _id: id },
      { $set: set, $inc: { version: 1 } },
      {
        session,
        timestamps: false,
      },
    );
    const after = { ...before, ...set };
    await rememberFormer(context, { before, after }, session);
    await rememberLoan(context, { before, after, by: request.caller.id }, session);
    await followHolder(context, { before, after }, session);
    await context.audit(
      { type: `domain.domain.${verb}`, target: id, before: seen(before), after: seen(after), request },
      session,
    );
    return { before, after };
  });
  await afterChange(context, [{ before, after }], readSettings);
  return after;
}

const seen = ({ name, owner, state, is_platform }: StoredDomain) => ({ name, owner, state, is_platform });
