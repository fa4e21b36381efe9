import { RelativeTime, useFormat, useLocale, useWords } from '@waypost/host-sdk';
import type { CodeChangeView } from '../../../qr_code_list/calls.ts';
import { changedFieldName, changedValue } from './change-words.ts';
import styles from './history.module.css';

/** One change: what was done, by whom and when, and each field as it was and as it became. */
export function ChangeEntry({ change }: { change: CodeChangeView }) {
  const words = useWords();
  const says = { words, format: useFormat(), locale: useLocale() };
  const { verb, author, account, via, fields } = change;
  return (
    <li className={styles.change}>
      <p className={styles.head}>
        <strong>{words(`qr.history.verb.${verb}`)}</strong>
        <span>
          {account !== '' && author !== 'you' ? account : words(`qr.history.author.${author}`)}
          {via === 'api_key' ? ` · ${words('qr.history.by_key')}` : null}
        </span>
        <RelativeTime value={change.time} />
      </p>
      {fields.length === 0 ? null : (
        <table className={styles.fields}>
          <thead className="wp-visually-hidden">
            <tr>
              <th scope="col">{words('qr.history.field')}</th>
              <th scope="col">{words('qr.history.before')}</th>
              <th scope="col">{words('qr.history.after')}</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ field, before, after }) => (
              <tr key={field}>
                <th scope="row">{changedFieldName(field, words)}</th>
                <td className={styles.before}>{changedValue(field, before, says)}</td>
                <td>{changedValue(field, after, says)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </li>
  );
}
