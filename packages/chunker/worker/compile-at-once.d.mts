export declare const optimizingOptions: readonly string[];
export declare function compileAtOnce(): void;
export declare function expectGrammars(): void;
