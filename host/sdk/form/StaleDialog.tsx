import { Modal } from '@arco-design/web-react';
import type { Resource } from '@waypost/contract';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import type { WordsFunction } from '../words/words.ts';
import styles from './form.module.css';
import type { Difference } from './save.ts';

export interface StaleDialogProps {
  resource: Resource;
  differences: readonly Difference[];
  onReload: () => void;
  onOverwrite: () => void;
  onClose: () => void;
}

/** Somebody else saved this row first: what they changed, and the choice between their values and ours. */
export function StaleDialog({ resource, differences, onReload, onOverwrite, onClose }: StaleDialogProps) {
  const words = useWords();
  return (
    <Modal
      visible
      title={words('form.stale.title')}
      onCancel={onClose}
      autoFocus={false}
      focusLock
      footer={
        <>
          <Button onClick={onReload}>{words('form.stale.reload')}</Button>{' '}
          <Button kind="primary" onClick={onOverwrite}>
            {words('form.stale.overwrite')}
          </Button>
        </>
      }
    >
      <p>{words('form.stale.text')}</p>
      {differences.length === 0 ? null : (
        <table className={styles.changes}>
          <thead>
            <tr>
              <th scope="col">{words('form.stale.field')}</th>
              <th scope="col">{words('form.stale.theirs')}</th>
              <th scope="col">{words('form.stale.mine')}</th>
            </tr>
          </thead>
          <tbody>
            {differences.map(({ field, mine, theirs }) => (
              <tr key={field}>
                <th scope="row">{words(`${resource.name}.${field}`)}</th>
                <td>{shown(resource, field, theirs, words)}</td>
                <td>{shown(resource, field, mine, words)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  );
}

function shown(resource: Resource, field: string, value: unknown, words: WordsFunction): string {
  if (value === null || value === undefined || value === '') return '–';
  const key = `${resource.name}.${field}.${String(value)}`;
  if (words.has(key)) return words(key);
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
