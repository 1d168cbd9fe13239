import type { LibraryApi } from './library-api.ts';
import type { PackageVersions } from './package-versions.ts';
import type { ImportResolver, ImportSpace } from './resolution.ts';

/**
 * What the solver asks about a language. It compares with no language's name: where two differ, the answer is here, and a
 * language without one does not compile.
 */
export interface Semantics {
  readonly scopes: {
    /** A declaration inside of a block may be one of the whole function. */
    readonly hoistFromBlocks: boolean;
    /** A function or class that is declared in a block is known in that block alone. */
    readonly declareInBlocks: boolean;
  };
  readonly modules: {
    /** What an import names: a class by its whole name, a module by its dotted one, or a file by a specifier. */
    readonly named: 'class' | 'module' | 'file';
    /** Which files imports mean; undefined where they name classes. */
    readonly resolve: ((space: ImportSpace) => ImportResolver) | undefined;
    /** What libraries let others call, where that is told by names and builds and not by what a module exports when it runs. */
    readonly libraryApi: ((space: ImportSpace) => LibraryApi) | undefined;
    /** The version that builds name of a package; undefined where nothing is read of that. */
    readonly versions: ((space: ImportSpace) => PackageVersions) | undefined;
    /** A file's own statements run when it is loaded, in a scope that its functions close over. */
    readonly run: boolean;
    /** A module is its scope: its variables are its attributes, and so are the modules of its package. */
    readonly areScopes: boolean;
    /** `import x from 'y'` of a module outside of the project is the module. */
    readonly haveDefault: boolean;
    /** `exports`, `module` and `arguments` mean something, as does a variable that nothing declares. */
    readonly haveOwnNames: boolean;
    /** Calls import other modules, too: `require('x')`. */
    readonly importByCalls: boolean;
    /** Names of the object whose properties every file knows by their bare names. */
    readonly globalObjects: readonly string[];
    /** Packages whose classes need no import. */
    readonly implicitPackages: readonly string[];
  };
  readonly classes: {
    /** The name under which members know the constructor. */
    readonly constructorName: string;
    readonly inheritConstructors: boolean;
    /** Methods have the object as their first parameter. */
    readonly selfParameter: boolean;
    /** `super(…)` calls the constructor; else it is the object, seen through its bases. */
    readonly superConstructs: boolean;
    /** Fields of the class are fields of its objects, and its methods are functions that it holds. */
    readonly holdTheirMembers: boolean;
    /** A class without a constructor may have one made for it that takes its fields, and runs a method afterwards. */
    readonly makeConstructors: boolean;
    /** A call of the class makes an object, which keeps the type of what was called. */
    readonly areCalled: boolean;
    /** `Repository[User]` is the class itself. */
    readonly areSubscripted: boolean;
    /** A base may be what a call gave: `class User(Base)`. */
    readonly basesAreValues: boolean;
    /** Whether assigning to a field runs a setter, beside the assignment or in its place. */
    readonly setters: 'none' | 'beside' | 'instead';
    /** What every class inherits, and what a class itself is an object of, where the catalog has them. */
    readonly root: string | undefined;
    readonly typeOfClasses: string | undefined;
    /** A bare name may be a member of the class around it. */
    readonly membersAreNames: boolean;
    /** Methods by the same name are told apart by their parameters. */
    readonly overload: boolean;
    /** Names of the methods that the language calls by itself; undefined where it calls none. */
    readonly callMethod: string | undefined;
    readonly itemMethod: string | undefined;
    readonly textMethod: string;
    /** Operators are methods: `path / "name"`. */
    readonly operatorMethods: boolean;
  };
  readonly functions: {
    /** A call may give more than there are parameters, and the function reads it: `arguments`. */
    readonly readExtraArguments: boolean;
    /** Methods of every function, the project's own and a library's: `call`, `apply`, `bind`. */
    readonly methods: ReadonlySet<string>;
    readonly methodsOfApis: ReadonlySet<string>;
    /** A function is an object with one method, named by the interface that it stands for. */
    readonly implementInterfaces: boolean;
    /** The method by which a library calls an object of such a type. */
    readonly interfaces: ReadonlyMap<string, string>;
    /** A function that nothing holds can be called on whatever its caller chooses. */
    readonly chooseReceiver: boolean;
    /** What a decorator puts around a function runs before it. */
    readonly areDecorated: boolean;
    /** A parameter's default is taken only where nothing was given, not also for a value that means nothing. */
    readonly defaultsForNothingGiven: boolean;
    /** What a list of all further arguments keeps apart: its texts, as those of a command line, or its objects. */
    readonly restKeepsApart: 'texts' | 'objects';
    /** The function by which a program begins, and the type of its arguments' list. */
    readonly program: { readonly name: string; readonly argument: ReadonlySet<string> } | undefined;
  };
  readonly types: {
    readonly list: string;
    readonly text: string;
    /** The types that a text has. */
    readonly aboveText: ReadonlySet<string>;
    readonly iterator: string;
    readonly exception: string;
    /** Of `[…]` and `{…}`. */
    readonly arrayLiteral: string;
    readonly objectLiteral: string;
    /** What a declaration says counts before a wider type of the value. */
    readonly declaredNarrow: boolean;
    /** A type may be a variable that holds one, with what is checked: `Code = Annotated[str, …]`. */
    readonly mayBeVariables: boolean;
    /** The type by which models refuse what is no text. */
    readonly enforcedText: string | undefined;
  };
  readonly values: {
    /** Data may be an object where a text is expected: putting a text together makes sure that it is none. */
    readonly mayBeObjects: boolean;
    /** Methods are properties: a key that is looked up may be a method's name. */
    readonly methodsAreProperties: boolean;
    /** A key that is looked up may be one of an object's prototype. */
    readonly havePrototypes: boolean;
    /** A loop over a map of this type yields its keys. */
    readonly mapOfKeys: string | undefined;
    /** `dict(a=x)`, `list(x)`: what is given by name is a key, and what is copied is a new list. */
    readonly builtByCalls: boolean;
    /** What nothing is known of, read from an object by name, is the program's own. */
    readonly unknownFieldsAreOwn: boolean;
  };
  readonly expressions: {
    /** Regular expressions are ECMAScript's. */
    readonly areEcmaScript: boolean;
    /** A plain text may be a regular expression. */
    readonly areTexts: boolean;
    /** Methods that look for a match anywhere. */
    readonly searching: ReadonlySet<string>;
    /** `match` is about the beginning of the text. */
    readonly matchFromStart: boolean;
  };
}
