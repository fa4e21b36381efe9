import { Drawer, PendingState, useCall, useLocale, useWords } from '@waypost/host-sdk';
import { type TemplatedType, templateDetails } from '../calls.ts';
import styles from './js-config.module.css';
import { ShownTemplate } from './TemplatePreview.tsx';

interface VersionDrawerProps {
  jumpType: TemplatedType;
  version: number;
  onClose: () => void;
}

/** An earlier page, as visitors saw it and as it was written. */
export function VersionDrawer({ jumpType, version, onClose }: VersionDrawerProps) {
  const words = useWords();
  const language = useLocale();
  const { data, error, refetch } = useCall(templateDetails, { jump_type: jumpType, version });
  return (
    <Drawer title={words('system.js_config.look.title', { number: version })} isOpen onClose={onClose}>
      {data?.version === version ? (
        <div className={styles.stack}>
          <ShownTemplate html={data.html} language={language} jumpType={jumpType} />
          <h3 className={styles.subtitle}>{words('system.js_config.look.source')}</h3>
          <pre className={styles.written}>{data.html}</pre>
        </div>
      ) : (
        <PendingState error={error} onRetry={refetch} lines={8} height={20} />
      )}
    </Drawer>
  );
}
