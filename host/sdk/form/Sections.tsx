import type { Resource } from '@waypost/contract';
import { useId, useState } from 'react';
import { Button } from '../parts/Button.tsx';
import { useWords } from '../words/context.tsx';
import { useFormScope } from './context.tsx';
import { FormSection, ResourceField } from './fields.tsx';
import styles from './form.module.css';
import { isWithin } from './path.ts';
import type { FormSectionDeclaration } from './resource-form-props.ts';

interface SectionsProps {
  resource: Resource;
  names: readonly { name: string; hints: { section?: string } }[];
  declared: readonly FormSectionDeclaration[] | undefined;
}

/**
 * The declared sections, else one for each `hints.section` in the order of the fields; what `isMore` behind a button,
 * which the resource may name: `<resource>.more`, `<resource>.less`.
 */
export function Sections({ resource, names, declared }: SectionsProps) {
  const { errors } = useFormScope();
  const sections = (declared ?? groupBySection(names)).map((section) => ({
    ...section,
    fields: section.fields.filter((field) => names.some(({ name }) => name === field)),
  }));
  const more = sections.filter(({ isMore, fields }) => isMore && fields.length > 0);
  const hasFault = more.some(({ fields }) =>
    fields.some((field) => Object.keys(errors).some((path) => isWithin(path, field))),
  );
  return (
    <>
      {sections
        .filter(({ isMore, fields }) => !isMore && fields.length > 0)
        .map((section) => (
          <Section key={section.name ?? section.fields[0]} resource={resource} {...section} />
        ))}
      {more.length === 0 ? null : <MoreSections resource={resource} sections={more} hasFault={hasFault} />}
    </>
  );
}

/** What few people need. It opens by itself where something in it is not right, and then stays open. */
function MoreSections({
  resource,
  sections,
  hasFault,
}: {
  resource: Resource;
  sections: readonly FormSectionDeclaration[];
  hasFault: boolean;
}) {
  const words = useWords();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  if (hasFault && !isOpen) setOpen(true);
  return (
    <>
      <div>
        <Button kind="text" isAtEdge isExpanded={isOpen} controls={id} onClick={() => setOpen(!isOpen)}>
          {words.first(
            isOpen ? [`${resource.name}.less`, 'form.less'] : [`${resource.name}.more`, 'form.more'],
          )}
        </Button>
      </div>
      {/* Hidden, not absent: what was typed stays, and a fault in it has its place. */}
      <div id={id} className={styles.more} hidden={!isOpen}>
        {sections.map((section) => (
          <Section key={section.name ?? section.fields[0]} resource={resource} {...section} />
        ))}
      </div>
    </>
  );
}

function Section({
  resource,
  name,
  fields,
  hiddenLabels = [],
}: FormSectionDeclaration & { resource: Resource }) {
  const words = useWords();
  const title = name === undefined ? undefined : `${resource.name}.section.${name}`;
  // A heading over a single field of the same name says it once.
  const isSaid = (field: string) =>
    title !== undefined && fields.length === 1 && words(title) === words(`${resource.name}.${field}`);
  return (
    <FormSection title={title}>
      {fields.map((field) => (
        <ResourceField
          key={field}
          name={field}
          isLabelHidden={isSaid(field) || hiddenLabels.includes(field)}
        />
      ))}
    </FormSection>
  );
}

/** Fields without a section come first. */
export function groupBySection(models: SectionsProps['names']): FormSectionDeclaration[] {
  const groups = new Map<string | undefined, string[]>();
  for (const { name, hints } of models) {
    const group = groups.get(hints.section) ?? [];
    groups.set(hints.section, [...group, name]);
  }
  return [...groups]
    .sort(([left], [right]) => Number(left !== undefined) - Number(right !== undefined))
    .map(([name, fields]) => (name === undefined ? { fields } : { name, fields }));
}
