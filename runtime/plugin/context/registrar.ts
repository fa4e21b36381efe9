import type { SettingsForm } from '@waypost/contract';
import type { Disposer, PluginContext } from '@waypost/sdk';
import type { MenuEntry } from '../../services/catalogue.ts';
import type { Route } from '../activation/route.ts';
import type { OfferedService } from '../exchange/provided-services.ts';
import type { HookBus } from '../extension/hooks.ts';

/**
 * What the kernel does for plugins whose code runs elsewhere, beside the context: routes and menu nodes that were made
 * there from a declaration that the kernel never sees.
 */
export interface Registrar {
  route(route: Omit<Route, 'plugin'>): Disposer;
  menu(entry: Omit<MenuEntry, 'plugin'>): Disposer;
  /** The services that plugins offer now. */
  services(): OfferedService[];
  onServices(listener: () => void): Disposer;
  /** Settings by their form. */
  settings(form: SettingsForm): Disposer;
  readSettings(): Promise<Record<string, unknown>>;
  onSettings(listener: () => void): Disposer;
  hooks: HookBus;
}

const registrars = new WeakMap<PluginContext, Registrar>();

export function setRegistrar(context: PluginContext, registrar: Registrar): void {
  registrars.set(context, registrar);
}

/** @throws TypeError for a context that the kernel did not make */
export function registrarOf(context: PluginContext): Registrar {
  const registrar = registrars.get(context);
  if (registrar === undefined)
    throw new TypeError('this context has no registrar: the kernel did not make it');
  return registrar;
}
