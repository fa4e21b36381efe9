import type { ResultOf } from '@waypost/contract';
import {
  CallForm,
  Facts,
  notify,
  Panel,
  PendingState,
  useCall,
  useFormat,
  usePermission,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { limitFields } from '../../../files/values.ts';
import { limitsDetails, limitsUpdate } from '../calls.ts';
import styles from './image-config.module.css';
import { KindsControl } from './KindsControl.tsx';

const CONTROLS = { file_types: KindsControl };
type LimitValues = ResultOf<typeof limitsDetails>;

/** How large uploads may be, of which kinds, and how much one person may keep. */
export function Limits() {
  const words = useWords();
  const may = usePermission();
  const reload = useReloadArea(limitsDetails.area);
  const { data, error, refetch } = useCall(limitsDetails, {});
  if (!data) return <PendingState error={error} onRetry={refetch} lines={8} />;
  return (
    <div className={styles.form}>
      <Panel title={words('system.image_config.limits')}>
        {may('system.image_config:update') ? (
          <CallForm
            key={data.version}
            call={limitsUpdate}
            name="system.image_config"
            fields={limitFields}
            controls={CONTROLS}
            initial={data}
            isQuestion
            submit="action.save"
            toBody={(values) => ({ ...values, version: data.version })}
            onSent={() => {
              notify.success(words('system.image_config.saved'));
              void reload();
            }}
          />
        ) : (
          <Shown values={data} />
        )}
      </Panel>
    </div>
  );
}

function Shown({ values }: { values: LimitValues }) {
  const words = useWords();
  const format = useFormat();
  return (
    <Facts
      facts={[
        [
          words('system.image_config.file_size'),
          `${format.number(values.file_size)} ${words('system.unit.kilobytes')}`,
        ],
        [words('system.image_config.file_most'), format.number(values.file_most)],
        [
          words('system.image_config.file_space'),
          `${format.number(values.file_space)} ${words('system.unit.megabytes')}`,
        ],
        [
          words('system.image_config.file_types'),
          values.file_types.map((kind) => words(`system.image_config.file_types.${kind}`)).join(', '),
        ],
      ]}
    />
  );
}
