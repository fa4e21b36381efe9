import type { RowOf } from '@waypost/contract';
import { ReferenceTitle, useWords } from '@waypost/host-sdk';
import { codeReference, groupReference, type ruleResource } from '../resource.ts';

type Rule = Pick<RowOf<typeof ruleResource>, 'applies_to' | 'codes' | 'groups'>;

/** Groups and codes that are named in a line. */
const SHOWN = 2;

/** Which codes a rule holds for: all, or groups and codes by their names. */
export function HoldsFor({ rule: { applies_to, codes, groups } }: { rule: Rule }) {
  const words = useWords();
  if (codes.length + groups.length === 0) return words(`wechat-shield.rule.applies_to.${applies_to}`);
  const named = [
    { name: 'groups', reference: groupReference, ids: groups },
    { name: 'codes', reference: codeReference, ids: codes },
  ].filter(({ ids }) => ids.length > 0);
  return named.map(({ ids, name, reference }) => (
    <div key={name}>
      {words(`wechat-shield.rule.holds_for.${name}`)}
      <ReferenceTitle reference={reference} ids={ids.slice(0, SHOWN)} />
      {ids.length > SHOWN ? words('wechat-shield.rule.holds_for.more', { more: ids.length - SHOWN }) : null}
    </div>
  ));
}
