import { Checkbox } from '@arco-design/web-react';
import { type ControlProps, useWords } from '@waypost/host-sdk';
import { FILE_KIND_NAMES, type FileKind } from '../../../files/values.ts';
import styles from './image-config.module.css';

/** Kinds of files, each with a box before it. */
export function KindsControl({
  label,
  value = [],
  onChange,
  onBlur,
  isDisabled,
  describedBy,
}: ControlProps<FileKind[]>) {
  const words = useWords();
  return (
    <fieldset className={styles.kinds} aria-label={label} aria-describedby={describedBy} onBlur={onBlur}>
      <Checkbox.Group
        className={styles.kindGroup ?? ''}
        disabled={isDisabled}
        value={value}
        options={FILE_KIND_NAMES.map((kind) => ({
          value: kind,
          label: words(`system.image_config.file_types.${kind}`),
        }))}
        onChange={(chosen: FileKind[]) => onChange(FILE_KIND_NAMES.filter((kind) => chosen.includes(kind)))}
      />
    </fieldset>
  );
}
