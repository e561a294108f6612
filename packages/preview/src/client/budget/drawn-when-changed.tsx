import { Component, type ComponentType, type FunctionComponent, type RenderableProps } from 'preact';

/** A component that redraws only when one of its properties changes, compared by identity. */
export function drawnWhenChanged<Props extends object>(Drawn: FunctionComponent<Props>): ComponentType<Props> {
  return class extends Component<Props, object> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const before: Readonly<Record<string, unknown>> = { ...this.props };
      const after = Object.entries(next);
      return after.length !== Object.keys(before).length || after.some(([name, value]) => before[name] !== value);
    }

    override render(props: RenderableProps<Props>): ReturnType<FunctionComponent<Props>> {
      return <Drawn {...props} />;
    }
  };
}
