import { completeTarget, isAllowedTarget, RotationModel } from '@waypost/contract';
import { type ArrayItem, Button, useForm, useWords } from '@waypost/host-sdk';
import { useRef } from 'react';
import type { Target } from '../../qr_code_list/resource.ts';
import { beginWith } from './begin-with.ts';
import { TargetsControl } from './TargetsControl.tsx';
import { AddressField } from './targets/AddressField.tsx';
import { type ChosenPage, PageButton } from './targets/PageButton.tsx';
import { TargetPlace } from './targets/TargetPlace.tsx';
import styles from './targets-control.module.css';

/** One target, an address for most codes; with the second it is the list of targets that every code's page has. */
export function NewTargetsControl() {
  const words = useWords();
  const form = useForm();
  const targets = (form.values.targets as Target[] | undefined) ?? [];
  const [first] = targets;
  // The address that the page was opened with has given the form its name.
  const suggested = useRef(first?.url ? beginWith(first.url).name : undefined);
  if (targets.length > 1) return <TargetsControl />;
  /** A name from it while none is given, at once: who goes on to the name finds it there, and types in its place. */
  const suggest = (typed: string) => {
    const address = completeTarget(typed.trim());
    const { name } = isAllowedTarget(address) ? beginWith(address) : {};
    const present = form.values.name;
    if (name === undefined || name === present || (present && present !== suggested.current)) return;
    suggested.current = name;
    form.setValue('name', name);
  };
  const choose = ({ title, url }: ChosenPage) => {
    form.setValue('targets.0.url', url);
    const present = form.values.name;
    if (present && present !== suggested.current) return;
    suggested.current = title;
    form.setValue('name', title);
  };
  const address = (
    <div>
      <AddressField onTyped={suggest} />
      <PageButton onChosen={choose} />
    </div>
  );
  const item: ArrayItem<Target> = {
    index: 0,
    path: 'targets.0',
    value: first ?? { url: '' },
    setValue: (patch) => form.setValue('targets', [{ ...first, ...patch }]),
  };
  const addSecond = () => {
    form.setValue('targets', [...targets, { url: '' }]);
    // Nobody has chosen a rotation yet, and in order no visit would leave a target without a threshold.
    if (form.values.rotation_model === RotationModel.sequential && !first?.threshold)
      form.setValue('rotation_model', RotationModel.polling);
  };
  return (
    <div>
      <TargetPlace item={item} address={address} />
      <div className={styles.further}>
        <Button kind="text" size="small" isAtEdge onClick={addSecond}>
          {words('qr.set.target.add')}
        </Button>
      </div>
    </div>
  );
}
