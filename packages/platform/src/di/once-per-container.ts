import 'reflect-metadata';
import { Lifecycle, type RegistrationOptions } from 'tsyringe';

/** Registers a class so that each container has one instance of it: `container.register(T, { useClass }, oncePerContainer)`. */
export const oncePerContainer: RegistrationOptions = { lifecycle: Lifecycle.ContainerScoped };
