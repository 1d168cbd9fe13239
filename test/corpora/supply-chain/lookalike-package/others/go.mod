module acme.dev/shop

go 1.22

require (
	// expect: lookalike-package/name
	github.com/gin-gomic/gin v1.9.0
	// ok: lookalike-package/name
	github.com/gin-gonic/gim v1.9.0
	// ok: lookalike-package/name
	github.com/acme/gin v1.9.0
)
