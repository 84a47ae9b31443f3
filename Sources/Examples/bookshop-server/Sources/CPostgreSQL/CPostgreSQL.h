#pragma once
#include <libpq-fe.h>

// Swift does not import a macro that is a character as a number.
static const int CPOSTGRESQL_SQLSTATE = PG_DIAG_SQLSTATE;
