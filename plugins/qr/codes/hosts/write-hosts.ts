import type { AuditEntry, PluginContext, Session } from '@waypost/sdk';
import { codeResource } from '../../screens/qr_code_list/resource.ts';
import { knownBy } from '../history/known-by.ts';
import type { StoredCode } from '../link.ts';
import { publishCodes } from '../publish-codes.ts';
import { noteHosts } from './host-changes.ts';
import type { HostPlan } from './plan-hosts.ts';
import { stepsOf } from './values.ts';

/** Writes what was planned, publishes the links and tells the history of each code; those without a change are left alone. */
export async function writeHosts(
  context: PluginContext,
  plans: readonly HostPlan[],
  { session, ...by }: Pick<AuditEntry, 'request' | 'actor'> & { session: Session },
): Promise<StoredCode[]> {
  const model = context.model(codeResource);
  const moving = plans.filter(({ fields }) => fields !== undefined);
  if (moving.length === 0) return [];
  const update_time = context.clock.date();
  await model.bulkWrite(
    moving.map(({ code, fields }) => ({
      updateOne: {
        filter: { _id: code._id },
        update: { $set: { ...fields, update_time }, $inc: { version: 1 } },
        timestamps: false,
      },
    })),
    { session },
  );
  const ids = moving.map(({ code }) => code._id);
  const after = await model
    .find({ _id: { $in: ids } })
    .session(session)
    .lean();
  await publishCodes(context, after, session);
  await noteHosts(
    context,
    moving.map(({ code }) => code),
    session,
  );
  for (const { code, fields } of moving) {
    if (fields === undefined) continue;
    const { short_code } = fields;
    const renamed = (name: string | undefined) => (short_code === undefined ? {} : { short_code: name });
    const before = { ...knownBy(code), ...toldHosts(code), ...renamed(code.short_code) };
    const after = { ...toldHosts(fields), ...renamed(short_code) };
    const entry = { type: 'qr.code.update', target: String(code._id), before, after };
    await context.audit({ ...entry, ...by }, session);
  }
  return after;
}

function toldHosts(code: Parameters<typeof stepsOf>[0]) {
  return { ...stepsOf(code), printed_domains: code.printed_domains ?? [] };
}
