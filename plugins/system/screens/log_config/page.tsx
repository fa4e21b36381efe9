import { Checkbox } from '@arco-design/web-react';
import { field } from '@waypost/contract';
import {
  CallForm,
  type ControlProps,
  notify,
  Panel,
  PendingState,
  Page as Screen,
  useCall,
  useWords,
} from '@waypost/host-sdk';
import { useMemo } from 'react';
import { z } from 'zod';
import { logConfigInquire, logConfigUpdate } from './calls.ts';
import styles from './page.module.css';

const FIELDS = {
  kept_days: field(z.string().max(40), { unit: 'system.log_config.days', autoComplete: 'off' }),
  unrecorded: field(z.array(z.string()), { control: 'types', default: [] }),
};

/** What the log records, and for how long. */
export function Page() {
  const words = useWords();
  const { data, error, refetch } = useCall(logConfigInquire, {});
  const optional = data?.optional;
  const controls = useMemo(
    () => ({
      types: ({ value, onChange, label }: ControlProps<string[]>) => (
        <Checkbox.Group
          direction="vertical"
          aria-label={label}
          value={value ?? []}
          options={(optional ?? []).map(({ type, title }) => ({ value: type, label: title }))}
          onChange={onChange}
        />
      ),
    }),
    [optional],
  );
  if (!data)
    return (
      <Screen title={words('menu.log_config')}>
        {<PendingState error={error} onRetry={refetch} lines={6} />}
      </Screen>
    );
  const { version, kept_days, unrecorded, unconverted } = data;
  return (
    <Screen title={words('menu.log_config')}>
      <Panel
        title={words('system.log_config.title')}
        text={words('system.log_config.text', { days: data.days_min })}
      >
        {unconverted.includes('kept_days') ? (
          <p role="alert">
            {words('system.log_config.kept_days')}: {words('system.log_config.conversion_failed')}
          </p>
        ) : null}
        <div className={styles.form}>
          <CallForm
            key={version}
            call={logConfigUpdate}
            name="system.log_config"
            fields={FIELDS}
            controls={controls}
            initial={{ kept_days, unrecorded }}
            submit="action.save"
            toBody={(values) => ({ ...values, version })}
            onSent={() => {
              notify.success(words('form.saved'));
              void refetch();
            }}
          />
        </div>
      </Panel>
    </Screen>
  );
}
