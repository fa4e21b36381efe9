import { SAMPLE_ADDRESS } from '../../../codes/design/presets/built-in.ts';
import type { Design } from '../../../codes/design/values.ts';
import { CodePicture } from '../../../codes/parts/CodePicture.tsx';
import styles from './brand.module.css';

const SIDE = 44;

/** A design in a list: a sample of it and its name. */
export function DesignName({ name, design }: { name: string; design: Design }) {
  return (
    <span className={styles.name}>
      <CodePicture address={SAMPLE_ADDRESS} size={SIDE} design={{ ...design, quiet_zone: 1 }} isDecorative />
      <span className={styles.text}>{name}</span>
    </span>
  );
}
