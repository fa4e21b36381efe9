import {
  ApiError,
  Button,
  confirm,
  joinSentences,
  notify,
  PagedTable,
  RelativeTime,
  Tag,
  useAction,
  useCall,
  useErrorText,
  useFormat,
  usePaging,
  useReloadArea,
  useWords,
} from '@waypost/host-sdk';
import { useState } from 'react';
import { type SettingChangeRow, type SettingHistoryCalls, zChangedSince } from './calls.ts';
import styles from './settings.module.css';
import { useSettingWords, useValueText } from './settings-context.tsx';

/** Who changed which setting when, and a way back for each save. */
export function SettingsHistory({ calls, onUndone }: { calls: SettingHistoryCalls; onUndone: () => void }) {
  const words = useWords();
  const format = useFormat();
  const paging = usePaging();
  const query = useCall(calls.history, paging.query);
  const { undo, refusal } = useUndo(calls, onUndone);
  const title = (name: string) => words(`system.setting.history.${name}`);
  return (
    <div className={styles.history}>
      {refusal === undefined ? null : (
        <p role="alert" className={styles.refusal}>
          {refusal}
        </p>
      )}
      <PagedTable<SettingChangeRow>
        query={query}
        paging={paging}
        empty={{
          title: words('system.setting.history.none'),
          text: words('system.setting.history.none_text'),
        }}
        label={words('system.setting.tab.history')}
        rowKey={({ id }) => id}
        columns={[
          { key: 'what', title: title('what'), render: (row) => <Changes row={row} /> },
          {
            key: 'by',
            title: title('by'),
            render: ({ account }) => account ?? words('system.setting.nobody'),
            priority: 2,
          },
          {
            key: 'time',
            title: title('time'),
            render: ({ time }) => <RelativeTime value={time} />,
            priority: 1,
          },
        ]}
        actions={(row) =>
          row.is_undoable ? (
            <Button size="small" onClick={() => void undo(row)}>
              {words('action.undo')}
              <span className="wp-visually-hidden"> {format.dateTime(row.time)}</span>
            </Button>
          ) : null
        }
      />
    </div>
  );
}

/** What one save changed, a line for each setting. */
function Changes({ row }: { row: SettingChangeRow }) {
  const words = useWords();
  const { labelOf } = useSettingWords();
  const valueText = useValueText();
  return (
    <ul className={styles.changes}>
      {row.undoes === null ? null : (
        <li>
          <Tag>{words('system.setting.history.undone')}</Tag>
        </li>
      )}
      {row.changes.map(({ name, before, after }) => (
        <li key={name}>
          <strong>{labelOf(name)}</strong>{' '}
          <span>
            <del>{valueText(name, before)}</del> → <ins>{valueText(name, after)}</ins>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Takes a save back after a question; where somebody changed it again, says what to, who and when. */
function useUndo(calls: SettingHistoryCalls, onUndone: () => void) {
  const words = useWords();
  const format = useFormat();
  const errorText = useErrorText();
  const { labelOf } = useSettingWords();
  const valueText = useValueText();
  const reload = useReloadArea(calls.undo.area);
  const { run } = useAction(calls.undo, { isSilent: true });
  const [refusal, setRefusal] = useState<string>();

  const told = (content: unknown) => {
    const since = zChangedSince.safeParse(content);
    if (!since.success) return [];
    return since.data.changed.map(({ name, value, account, time }) =>
      words('system.setting.since', {
        name: labelOf(name),
        value: valueText(name, value),
        account: account ?? words('system.setting.nobody'),
        time: time === null ? '' : format.dateTime(time),
      }),
    );
  };

  async function undo({ id, changes }: SettingChangeRow): Promise<void> {
    const backs = changes.map(({ name, before }) => `${labelOf(name)}: ${valueText(name, before)}`);
    const isAgreed = await confirm({
      title: words('system.setting.undo.title'),
      text: words('system.setting.undo.text', { values: backs.join(' · ') }),
      verb: words('action.undo'),
      isDangerous: false,
    });
    if (!isAgreed) return;
    setRefusal(undefined);
    try {
      await run({ id });
      notify.success(words('system.setting.undone'));
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      setRefusal(joinSentences([errorText(error), ...told(error.content)]));
    }
    await reload();
    onUndone();
  }
  return { undo, refusal };
}
