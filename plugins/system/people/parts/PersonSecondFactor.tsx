import { field } from '@waypost/contract';
import { Button, CallForm, notify, Panel, useFormat, usePermission, useWords } from '@waypost/host-sdk';
import { useMemo, useState } from 'react';
import type { PersonCalls } from '../calls.ts';

interface PersonSecondFactorProps {
  calls: PersonCalls;
  person: { id: string; account: string };
  /** Null: the account has none. */
  factor: { since: string; recovery_left: number } | null;
  onChanged: () => void;
}

/** Whether somebody logs in with a second factor, and the way out for who has lost telephone and recovery codes. */
export function PersonSecondFactor({ calls, person, factor, onChanged }: PersonSecondFactorProps) {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const [isAsking, setAsking] = useState(false);
  const { resetSecondFactor } = calls;
  const fields = useMemo(() => ({ reason: field(resetSecondFactor.body.shape.reason) }), [resetSecondFactor]);
  const mayReset = 'permission' in resetSecondFactor.access && may(resetSecondFactor.access.permission);
  return (
    <Panel
      title={words('system.person.second_factor')}
      actions={
        factor !== null && mayReset ? (
          <Button onClick={() => setAsking(true)}>{words('system.person.second_factor.reset')}</Button>
        ) : undefined
      }
    >
      <p>
        {factor === null
          ? words('system.person.second_factor.none')
          : words('system.person.second_factor.on', {
              time: format.dateTime(factor.since),
              count: factor.recovery_left,
            })}
      </p>
      {isAsking ? (
        <CallForm
          call={resetSecondFactor}
          name="system.person_factor"
          fields={fields}
          submit="system.person.second_factor.reset"
          submitKind="danger"
          drawer={{
            title: words('system.person.second_factor.reset.title', { name: person.account }),
            width: 480,
          }}
          extra={<p>{words('system.person.second_factor.reset.text')}</p>}
          toBody={({ reason }) => ({ id: person.id, reason })}
          onCancel={() => setAsking(false)}
          onSent={() => {
            setAsking(false);
            notify.success(words('system.person.second_factor.reset.done'));
            onChanged();
          }}
        />
      ) : null}
    </Panel>
  );
}
