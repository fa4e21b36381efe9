import {
  type ControlComponent,
  type FormSectionDeclaration,
  type FormValues,
  ResourceForm,
} from '@waypost/host-sdk';
import { type ReactNode, useState } from 'react';
import type { CodeRow } from '../../../../codes/code-row.ts';
import { CODE_CONTROLS } from '../code-form.ts';
import { useCodeResource } from '../use-code-resource.ts';
import styles from './tabs.module.css';

interface CodeFormProps {
  code: CodeRow;
  /** Which part of the code it is: what is typed and not saved is kept under this name. */
  about: 'targets' | 'design' | 'access';
  sections: readonly FormSectionDeclaration[];
  /** Fields that controls of the sections ask for beside those of the sections. */
  also?: readonly string[];
  controls?: Readonly<Record<string, ControlComponent>>;
  /** Whether what other plugins add to the form of a code stands in this one. */
  hasOthersSections?: boolean;
  aside?: ((values: FormValues) => ReactNode) | undefined;
  barEnd?: ((values: FormValues) => ReactNode) | undefined;
}

/** A part of a code's settings, saved by itself. Cancel brings back what is stored. */
export function CodeForm({
  code,
  about,
  sections,
  also = [],
  hasOthersSections = false,
  ...form
}: CodeFormProps) {
  const resource = useCodeResource();
  const [turn, setTurn] = useState(0);
  const whole = (
    <ResourceForm
      key={turn}
      resource={resource}
      mode="edit"
      row={code}
      about={about}
      only={[...sections.flatMap(({ fields }) => fields), ...also]}
      sections={sections}
      controls={form.controls ?? CODE_CONTROLS}
      hasOthersSections={hasOthersSections}
      aside={form.aside}
      barEnd={form.barEnd}
      onCancel={() => setTurn(turn + 1)}
    />
  );
  // A line of text is read and typed best where it is not as wide as the screen.
  return form.aside ? whole : <div className={styles.form}>{whole}</div>;
}
