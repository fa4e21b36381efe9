import { Alert } from '@arco-design/web-react';
import type { RowOf } from '@waypost/contract';
import { Tag, useCall, useWords, type WordsFunction } from '@waypost/host-sdk';
import { hiddenRulesCall } from '../calls.ts';
import type { ruleResource } from '../resource.ts';
import type { Draft } from './use-draft.ts';

type Rule = RowOf<typeof ruleResource>;

/** Says of a rule of the list that no visit gets to it, and why. */
export function NeverReached({
  rule: { hidden_by, is_hidden },
}: {
  rule: Pick<Rule, 'hidden_by' | 'is_hidden'>;
}) {
  const words = useWords();
  if (!is_hidden) return null;
  return (
    <div>
      <Tag tone="warning">{hiddenText(hidden_by, words)}</Tag>
    </div>
  );
}

/** Says before a rule is saved that it would never be reached, or that others would not be any more. */
export function HiddenByDraft({ draft }: { draft: Draft }) {
  const words = useWords();
  const { data } = useCall(hiddenRulesCall, draft);
  return data?.hidden.map(({ by, is_draft, name }) => (
    <Alert
      key={name}
      type="warning"
      content={is_draft ? hiddenText(by, words) : words('wechat-shield.rule.hidden.other', { name })}
    />
  ));
}

const hiddenText = (by: string | null, words: WordsFunction): string =>
  by === null
    ? words('wechat-shield.rule.hidden.several')
    : words('wechat-shield.rule.hidden.by', { name: by });
