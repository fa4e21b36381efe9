import { field } from '@waypost/contract';
import {
  CallForm,
  Facts,
  notify,
  Panel,
  PendingState,
  useCall,
  useFormat,
  usePermission,
  useWords,
} from '@waypost/host-sdk';
import styles from '../../../parts/shield.module.css';
import { DETECTION_SHAPE, detectionConfigCall, updateDetectionCall } from '../calls.ts';

const FIELDS = {
  quorum: field(DETECTION_SHAPE.quorum),
  interval_minutes: field(DETECTION_SHAPE.interval_minutes),
  canary: field(DETECTION_SHAPE.canary, { control: 'text', autoComplete: 'off', default: '' }),
  customer_checks: field(DETECTION_SHAPE.customer_checks),
  history_days: field(DETECTION_SHAPE.history_days),
};
const NAMES = Object.keys(FIELDS) as (keyof typeof FIELDS)[];

/** How addresses are checked: how many have to agree, how often, and against what. */
export function Detection() {
  const words = useWords();
  const format = useFormat();
  const may = usePermission();
  const { data, error, refetch } = useCall(detectionConfigCall, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={6} />;
  const { version, providers_on: _on, providers_lying: _lying, ...set } = data;
  const shown = (value: string | number) => (typeof value === 'number' ? format.number(value) : value || '–');
  return (
    <div className={styles.narrow}>
      <Panel>
        {may('wechat-shield.provider:update') ? (
          <CallForm
            key={version}
            call={updateDetectionCall}
            name="wechat-shield.detection"
            about="detection"
            fields={FIELDS}
            initial={set}
            submit="action.save"
            toBody={(typed) => ({ ...typed, version })}
            onSent={() => {
              notify.success(words('form.saved'));
              void refetch();
            }}
          />
        ) : (
          <Facts facts={NAMES.map((name) => [words(`wechat-shield.detection.${name}`), shown(set[name])])} />
        )}
      </Panel>
    </div>
  );
}
