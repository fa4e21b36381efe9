import type { RowOf } from '@waypost/contract';
import {
  Button,
  ResourceList,
  type RowAction,
  useAction,
  useFormat,
  usePermission,
  useResource,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { FIELDS_OF_KIND, RULE_KINDS, type RuleKindName } from '../../../rules/values.ts';
import { moveRuleCall, RULE_MOVES } from '../calls.ts';
import { ruleResource } from '../resource.ts';
import { DryRunDrawer } from './DryRunDrawer.tsx';
import { HoldsFor } from './HoldsFor.tsx';
import { NeverReached } from './NeverReached.tsx';
import { Refusals } from './Refusals.tsx';
import { RULE_CONTROLS } from './rule-controls.tsx';
import { useRuleText } from './rule-text.ts';
import { TryDraft } from './TryDraft.tsx';

const TONES = {
  state: { on: 'good', off: 'neutral' },
  does: { allow: 'good', refuse: 'bad', lead: 'neutral' },
} as const;
const ALL_OF_KINDS: ReadonlySet<string> = new Set(Object.values(FIELDS_OF_KIND).flat());
const SECTIONS = [
  { fields: ['name'] },
  { name: 'who', fields: ['kind', 'matches', ...ALL_OF_KINDS] },
  { name: 'does', fields: ['does', 'page', 'target'] },
  { name: 'where', fields: ['applies_to', 'groups', 'codes', 'state', 'may_refuse_all'] },
] as const;
/** Milliseconds between looks at how many visits were refused meanwhile. */
const LOOK_EVERY = 30_000;
/** Whoever sees everybody's rules makes those of the platform. */
const READ_ALL = 'wechat-shield.rule:read_all';

/** The rules of whoever looks, or of everybody for operators; what they refuse, and a dry run over kept visits. */
export function RuleList() {
  const words = useWords();
  const format = useFormat();
  const isOperator = usePermission()(READ_ALL);
  const asksText = useRuleText();
  const moves = useMoves();
  const [isTrying, setTrying] = useState(false);
  return (
    <>
      <ResourceList
        resource={ruleResource}
        title="wechat-shield.rule.page.tab.rules"
        tones={TONES}
        filters={isOperator ? ['state', 'applies_to', 'kind', 'does'] : ['state', 'kind', 'does']}
        refetchEvery={LOOK_EVERY}
        form={{
          sections: SECTIONS,
          controls: RULE_CONTROLS,
          asks: (name, values) => isAsked(name, values, isOperator),
          extra: <TryDraft />,
        }}
        rowActions={moves}
        details={(row) => <Refusals rule={row} />}
        toolbar={({ isEmpty }) =>
          isEmpty ? null : (
            <Button onClick={() => setTrying(true)}>{words('wechat-shield.rule.try.verb')}</Button>
          )
        }
        columns={[
          { field: 'name', width: 200 },
          { field: 'rank', sort: 'position', width: 80, align: 'right' },
          {
            field: 'kind',
            priority: 1,
            render: (row: RowOf<typeof ruleResource>) => (
              <>
                {asksText(row)}
                <NeverReached rule={row} isBrief />
              </>
            ),
          },
          { field: 'does', width: 150 },
          { field: 'state', width: 90 },
          {
            field: 'refusal_number',
            width: 110,
            align: 'right',
            priority: 2,
            render: ({ refusal_number }) => format.number(refusal_number),
          },
          {
            field: 'applies_to',
            width: 200,
            priority: 4,
            render: (row: RowOf<typeof ruleResource>) => <HoldsFor rule={row} />,
          },
          { field: 'update_time', width: 164, priority: 5 },
          { field: 'position', isHidden: true, align: 'right' },
        ]}
      />
      {isTrying ? <DryRunDrawer isOperator={isOperator} onClose={() => setTrying(false)} /> : null}
    </>
  );
}

/** Verbs that change which of two rules decides first. */
function useMoves(): RowAction<RowOf<typeof ruleResource>>[] {
  const { reload } = useResource(ruleResource);
  const { run } = useAction(moveRuleCall);
  return RULE_MOVES.map((to) => ({
    name: `move_${to}`,
    label: `wechat-shield.rule.move.${to}`,
    permission: 'wechat-shield.rule:update',
    isVisible: ({ is_last, rank }) => (to === 'up' ? rank !== 1 : !is_last),
    run: async ({ id }) => {
      await run({ id, to });
      await reload();
    },
  }));
}

/** Whether a form asks for a field, by what is chosen in it. */
function isAsked(name: string, values: Readonly<Record<string, unknown>>, isOperator: boolean): boolean {
  const { does, kind, may_refuse_all } = values;
  const isKind = RULE_KINDS.includes(kind as RuleKindName);
  if (name === 'matches') return isKind && kind !== 'rate';
  if (ALL_OF_KINDS.has(name))
    return isKind && (FIELDS_OF_KIND[kind as RuleKindName] as readonly string[]).includes(name);
  // New rules come behind the others, and are moved in the list.
  if (name === 'position') return false;
  if (name === 'page') return does === 'refuse';
  if (name === 'target') return does === 'lead';
  if (name === 'applies_to') return isOperator;
  return name !== 'may_refuse_all' || does === 'refuse' || may_refuse_all === true;
}
