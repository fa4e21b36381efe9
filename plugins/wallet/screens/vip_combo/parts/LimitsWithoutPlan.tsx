import { Button, CallForm, Can, notify, Panel, PendingState, useCall, useWords } from '@waypost/host-sdk';
import { useState } from 'react';
import { LimitList } from '../../../plans/LimitList.tsx';
import styles from '../../../plans/plans.module.css';
import { limitFields, NO_LIMITS, zLimits } from '../../../plans/values.ts';
import { limitsWithoutPlanCall, updateLimitsWithoutPlan } from '../calls.ts';

/** What customers without a plan may have, with the same fields as plans. */
export function LimitsWithoutPlan() {
  const words = useWords();
  const [isOpen, setOpen] = useState(false);
  const { data, error, refetch } = useCall(limitsWithoutPlanCall, {});
  if (data === undefined) return <PendingState error={error} onRetry={refetch} lines={2} />;
  const { version, limits, looser } = data;
  return (
    <Panel
      title={words('wallet.limits_without_plan')}
      text={words('wallet.limits_without_plan.text')}
      actions={
        <Can permission="wallet.plan:update">
          <Button onClick={() => setOpen(true)}>{words('wallet.limits_without_plan.verb')}</Button>
        </Can>
      }
    >
      <LimitList limits={limits} isInline />
      {looser.length === 0 ? null : (
        <p className={styles.looser}>
          {words('wallet.limits_without_plan.looser', {
            limits: looser.map((kind) => words(`wallet.plan.${kind}`)).join(', '),
          })}
        </p>
      )}
      {isOpen ? (
        <CallForm
          call={updateLimitsWithoutPlan}
          name="wallet.plan"
          fields={limitFields}
          initial={limits}
          submit="action.save"
          drawer={{ title: words('wallet.limits_without_plan') }}
          about="limits_without_plan"
          // An emptied field is no limit.
          toBody={(typed) => ({ version, limits: zLimits.parse({ ...NO_LIMITS, ...typed }) })}
          onCancel={() => setOpen(false)}
          onSent={() => {
            notify.success(words('form.saved'));
            setOpen(false);
            void refetch();
          }}
        />
      ) : null}
    </Panel>
  );
}
