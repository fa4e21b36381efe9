import type { RowOf } from '@waypost/contract';
import type { PluginContext, ResourceBinding, Session } from '@waypost/sdk';
import { fillRules } from '../../codes/fill-rules.ts';
import { requireGroupHosts, unusableHosts } from '../../codes/hosts/group-hosts.ts';
import { groupSteps } from '../../codes/hosts/values.ts';
import { LISTED, NO_LINK } from '../../codes/listed.ts';
import { publishCodes } from '../../codes/publish-codes.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { groupResource } from './resource.ts';

type Group = typeof groupResource;

const CODES_AT_ONCE = 500;

/** The functions behind resource `qr.group`. */
export function bindGroups(context: PluginContext): ResourceBinding<Group> {
  return {
    // Filled for their faults only: a code that is made in the group fills them anew.
    beforeCreate: async (body, { request }) => {
      await fillRules(context, body.visit_rules ?? []);
      await requireGroupHosts(context, body, { owner: request.caller.id });
      return { ...body };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }, { before }) => {
      if (change.visit_rules) await fillRules(context, change.visit_rules);
      if (before) await requireGroupHosts(context, change, { owner: String(before.owner), group: before });
      return change;
    },
    afterWrite: async (after, { before, session }) => {
      if (after !== undefined || before === undefined) return;
      const { owner, _id } = before;
      await emptyGroup(context, { owner: String(owner), group: String(_id) }, session);
    },
    present: (rows) => withCounts(context, rows),
  };
}

/** Groups with as many codes as the list of codes shows of each. */
async function withCounts(context: PluginContext, rows: RowOf<Group>[]): Promise<RowOf<Group>[]> {
  const owner = { $in: [...new Set(rows.map((row) => row.owner))] };
  const group = { $in: rows.map(({ id }) => id) };
  const found = await context
    .model(codeResource)
    .aggregate<{ _id: string; count: number }>([
      { $match: { owner, group, remove_time: null, ...NO_LINK, ...LISTED } },
      { $group: { _id: '$group', count: { $sum: 1 } } },
    ]);
  const unusable = await unusableHosts(context, rows);
  const counts = new Map(found.map(({ _id, count }) => [_id, count]));
  return rows.map((row) => ({
    ...row,
    ...groupSteps(row),
    unusable_domains: unusable.get(row.id) ?? [],
    rule_number: row.visit_rules?.length ?? 0,
    code_number: counts.get(row.id) ?? 0,
  }));
}

/** Takes all codes out of a group, some at a time, with their links: rules that are kept to it hold for none of them. */
async function emptyGroup(
  context: PluginContext,
  filter: { owner: string; group: string },
  session: Session,
): Promise<void> {
  const model = context.model(codeResource);
  for (;;) {
    const codes = await model.find(filter).limit(CODES_AT_ONCE).session(session).lean();
    if (codes.length === 0) return;
    // Whoever remembers the groups of codes reads what has changed since.
    const change = { $set: { group: null, update_time: context.clock.date() } };
    await model.updateMany({ _id: { $in: codes.map((code) => code._id) } }, change, {
      session,
      timestamps: false,
    });
    await publishCodes(
      context,
      codes.map((code) => ({ ...code, group: null })),
      session,
    );
  }
}
