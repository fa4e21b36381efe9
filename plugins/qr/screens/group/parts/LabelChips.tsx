import { useCall, useFormat, useQuery, useWords } from '@waypost/host-sdk';
import { LabelDot } from '../../../codes/groups/parts/Labels.tsx';
import styles from '../../../codes/groups/parts/labels.module.css';
import { labelsCall } from '../calls.ts';

/** How long figures beside labels may be old, milliseconds. */
const HOLDS_MS = 30_000;

/** Groups and tags that the caller's codes have most, as filters of their list. */
export function LabelChips() {
  const words = useWords();
  const [params] = useQuery();
  const { data } = useCall(labelsCall, {}, { staleTime: HOLDS_MS });
  if (data === undefined || data.groups.length + data.tags.length === 0) return null;
  const group = params.get('group');
  const tag = params.get('tag');
  return (
    <fieldset className={styles.chips}>
      <legend className="wp-visually-hidden">{words('qr.labels')}</legend>
      {data.groups.map(({ id, name, count }) => (
        <Chip key={id} field="group" value={id} label={{ name, count }} isOn={group === id} />
      ))}
      {data.tags.map(({ tag: name, count }) => (
        <Chip key={name} field="tag" value={name} label={{ name, count }} isOn={tag === name} />
      ))}
    </fieldset>
  );
}

interface ChipProps {
  field: 'group' | 'tag';
  value: string;
  label: { name: string; count: number };
  isOn: boolean;
}

function Chip({ field, value, label: { name, count }, isOn }: ChipProps) {
  const words = useWords();
  const format = useFormat();
  const [, set] = useQuery();
  return (
    <button
      type="button"
      className={styles.chip}
      aria-pressed={isOn}
      title={`${words(`qr.code.${field}`)}: ${name}`}
      onClick={() => set({ [field]: isOn ? undefined : value, page: undefined })}
    >
      <LabelDot name={name} />
      <span className={styles.name}>{name}</span>
      <span className={styles.count}>{format.number(count)}</span>
    </button>
  );
}
