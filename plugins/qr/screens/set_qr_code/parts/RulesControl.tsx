import { Radio } from '@arco-design/web-react';
import { VISIT_LINK_MAX_RULES } from '@waypost/contract';
import {
  ArrayField,
  type ArrayItem,
  ChoiceSelect,
  type ControlProps,
  controlAttributes,
  FieldArray,
  FormField,
  PendingState,
  useWords,
} from '@waypost/host-sdk';
import type { RuleKindView } from '../../qr_code_list/calls.ts';
import type { CodeRule } from '../../qr_code_list/resource.ts';
import { RuleParameter } from './RuleParameter.tsx';
import styles from './rules-control.module.css';
import { useRuleKinds } from './use-rule-kinds.ts';

/** The rules of a code, of the kinds that plugins offer: when one applies, and what it does. */
export function RulesControl() {
  const words = useWords();
  const { data, error, refetch } = useRuleKinds();
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={2} />;
  const { kinds } = data;
  return (
    <div className={styles.rules}>
      <p className={styles.note}>{words('qr.set.rule.order')}</p>
      <FieldArray<CodeRule>
        path="visit_rules"
        addLabel="qr.set.rule.add"
        itemLabel="qr.set.rule.item"
        maximum={VISIT_LINK_MAX_RULES}
        newItem={() => ({ kind: '', parameters: {}, action: { target: '' } })}
      >
        {(item) => <Rule item={item} kinds={kinds} />}
      </FieldArray>
    </div>
  );
}

function Rule({ item, kinds }: { item: ArrayItem<CodeRule>; kinds: readonly RuleKindView[] }) {
  const words = useWords();
  const { kind: name, action } = item.value;
  const kind = kinds.find((one) => one.name === name);
  const isGone = kind === undefined && name !== '';
  const options = kinds.map((one) => ({ value: one.name, label: one.title }));
  return (
    <div className={styles.rule}>
      <div className={styles.wide}>
        <FormField
          path={`${item.path}.kind`}
          label={words('qr.set.rule.kind')}
          help={isGone ? words('qr.set.rule.gone') : undefined}
        >
          {(control: ControlProps<never>) => (
            <ChoiceSelect
              control={control}
              choices={
                isGone ? [...options, { value: name, label: words('qr.set.rule.off', { name }) }] : options
              }
              placeholder={words('qr.set.rule.kind.placeholder')}
              onChange={(next = '') => {
                const mayLead = kinds.find((one) => one.name === next)?.may_lead !== false;
                item.setValue({
                  kind: next,
                  parameters: {},
                  ...(mayLead ? {} : { action: { refuse: true } }),
                });
              }}
            />
          )}
        </FormField>
      </div>
      {kind?.parameters.map((parameter) => (
        <RuleParameter key={parameter.name} path={item.path} parameter={parameter} />
      ))}
      <div className={styles.wide}>
        <FormField
          path={`${item.path}.action`}
          label={words('qr.set.rule.action')}
          help={kind?.may_lead === false ? words('qr.set.rule.refuses') : undefined}
        >
          {(control: ControlProps<never>) => (
            <Radio.Group
              type="button"
              {...controlAttributes(control)}
              value={'target' in action ? 'lead' : 'refuse'}
              onChange={(next: string) =>
                item.setValue({ action: next === 'refuse' ? { refuse: true } : { target: '' } })
              }
            >
              {['lead', 'refuse'].map((one) => (
                <Radio key={one} value={one} disabled={one === 'lead' && kind?.may_lead === false}>
                  {words(`qr.set.rule.action.${one}`)}
                </Radio>
              ))}
            </Radio.Group>
          )}
        </FormField>
      </div>
      {'target' in action ? (
        <div className={styles.wide}>
          <ArrayField item={item} name="action.target" label="qr.set.rule.target" placeholder="https://" />
        </div>
      ) : null}
    </div>
  );
}
