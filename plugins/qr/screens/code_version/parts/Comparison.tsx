import { Button, Panel, Tag, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import { VERSION_FIELDS } from '../../../codes/versions/values.ts';
import { changedFieldName, changedValue } from '../../set_qr_code/parts/history/change-words.ts';
import type { CodeVersion } from '../calls.ts';
import styles from './version.module.css';

interface ComparisonProps {
  version: CodeVersion;
  now: CodeVersion;
  isBusy: boolean;
  /** Left out: the reader changes no codes. */
  onBack?: () => void;
}

/** A version beside what holds now, field by field. One in which nothing differs is what holds. */
export function Comparison({ version, now, isBusy, onBack }: ComparisonProps) {
  const words = useWords();
  const says = { words, format: useFormat(), locale: useLocale() };
  const textOf = (field: string, { content }: CodeVersion) => changedValue(field, content[field], says);
  const differs = (field: string) =>
    JSON.stringify(version.content[field]) !== JSON.stringify(now.content[field]);
  const isOther = VERSION_FIELDS.some(differs);
  const leads = Array.isArray(version.content.targets) && version.content.targets.length > 0;
  return (
    <Panel
      title={words(isOther ? 'qr.version.compare' : 'qr.version.same')}
      actions={
        isOther && leads && onBack !== undefined ? (
          <Button kind="primary" isBusy={isBusy} onClick={onBack}>
            {words('qr.version.back')}
          </Button>
        ) : null
      }
    >
      {isOther && !leads && onBack !== undefined ? (
        <p className={styles.note}>{words('qr.version.leads_nowhere')}</p>
      ) : null}
      <table className={styles.fields}>
        <thead>
          <tr>
            <th scope="col">{words('qr.history.field')}</th>
            <th scope="col">{words('qr.version.then')}</th>
            <th scope="col">{words('qr.version.in_force')}</th>
          </tr>
        </thead>
        <tbody>
          {VERSION_FIELDS.map((field) => (
            <tr key={field}>
              <th scope="row">
                {changedFieldName(field, words)}{' '}
                {differs(field) ? <Tag tone="info">{words('qr.version.differs')}</Tag> : null}
              </th>
              <td data-label={words('qr.version.then')}>{textOf(field, version)}</td>
              <td data-label={words('qr.version.in_force')}>{textOf(field, now)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Panel>
  );
}
