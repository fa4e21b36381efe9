import { errors, type Resource } from '@waypost/contract';

/** @throws AppError `invalid_input` 422 naming the path of each cross-field rule that does not hold */
export function checkRules(resource: Resource, value: Record<string, unknown>): void {
  const broken = resource.rules.filter((rule) => !rule.holds(value));
  if (broken.length === 0) return;
  throw errors.invalidInput.create(
    {},
    { errors: broken.map((rule) => ({ path: rule.path, message: rule.messageKey })) },
  );
}
