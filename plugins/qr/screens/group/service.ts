import type { RowOf } from '@waypost/contract';
import type { PluginContext, ResourceBinding } from '@waypost/sdk';
import { fillRules } from '../../codes/fill-rules.ts';
import { codeResource } from '../qr_code_list/resource.ts';
import type { groupResource } from './resource.ts';

type Group = typeof groupResource;

/** The functions behind resource `qr.group`. */
export function bindGroups(context: PluginContext): ResourceBinding<Group> {
  return {
    // Filled for their faults only: a code that is made in the group fills them anew.
    beforeCreate: async (body) => {
      await fillRules(context, body.visit_rules ?? []);
      return { ...body };
    },
    beforeUpdate: async ({ id: _id, version: _version, ...change }) => {
      if (change.visit_rules) await fillRules(context, change.visit_rules);
      return change;
    },
    afterWrite: async (after, { before, session }) => {
      if (after !== undefined || before === undefined) return;
      const { owner, _id } = before;
      await context
        .model(codeResource)
        .updateMany({ owner, group: String(_id) } as never, { $set: { group: null } } as never, {
          session,
          timestamps: false,
        });
    },
    present: (rows) => Promise.all(rows.map((row) => counted(context, row))),
  };
}

async function counted(context: PluginContext, row: RowOf<Group>): Promise<RowOf<Group>> {
  const inIt = { owner: row.owner, group: row.id, remove_time: null };
  const code_number = await context.model(codeResource).countDocuments(inIt as never);
  return { ...row, rule_number: row.visit_rules?.length ?? 0, code_number };
}
