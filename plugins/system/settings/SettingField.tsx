import { type ReactNode, useId } from 'react';
import { SettingNote } from './SettingNote.tsx';
import styles from './settings.module.css';
import { useSettingWords, useShown } from './settings-context.tsx';

interface SettingFieldProps {
  /** Of the setting; its words are the screen's. */
  name: string;
  /** In the place of the setting's own sentence. */
  help?: string;
  fault: string | undefined;
  /** The control stands beside its label. */
  isInline?: boolean;
  /** Puts the setting back to what it was at first; left out where it cannot be. */
  onDefault?: ((value: string | number) => void) | undefined;
  /** Its sentence names the default, which is not said a second time below. */
  isDefaultNamed?: boolean;
  children: (field: {
    id: string;
    'aria-label': string;
    'aria-describedby': string | undefined;
  }) => ReactNode;
}

/** One setting: label, control, what it does or what is wrong, its default and who changed it when. */
export function SettingField({
  name,
  help,
  fault,
  isInline = false,
  onDefault,
  isDefaultNamed = false,
  children,
}: SettingFieldProps) {
  const id = useId();
  const { labelOf, helpOf } = useSettingWords();
  const isShown = useShown([name]);
  if (!isShown) return null;
  const label = labelOf(name);
  const note = fault ?? help ?? helpOf(name);
  return (
    <div className={isInline ? `${styles.field} ${styles.inline}` : styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        'aria-label': label,
        'aria-describedby': note === undefined ? undefined : `${id}-note`,
      })}
      {note === undefined ? null : (
        <p id={`${id}-note`} className={fault === undefined ? styles.help : styles.fault}>
          {note}
        </p>
      )}
      <SettingNote name={name} onDefault={onDefault} isDefaultNamed={isDefaultNamed} />
    </div>
  );
}
